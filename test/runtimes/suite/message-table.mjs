// What a WebSocket sends for each value, on every runtime: text, `bytes …` in hexadecimal, or the name of the error.

class Point {
  x = 1;
  #hidden = 2;
  get sum() {
    return this.x + this.#hidden;
  }
}

const circular = {};
circular.self = circular;
const bytes = Uint8Array.of(9, 1, 255, 9);

export const MESSAGES = [
  ['a string', () => 'grüße', 'grüße'],
  ['an empty string', () => '', ''],
  ['a Uint8Array', () => Uint8Array.of(1, 255), 'bytes 01ff'],
  ['a part of a buffer', () => bytes.subarray(1, 3), 'bytes 01ff'],
  ['an ArrayBuffer', () => Uint8Array.of(1, 255).buffer, 'bytes 01ff'],
  ['an empty ArrayBuffer', () => new ArrayBuffer(0), 'bytes '],
  ['a DataView', () => new DataView(bytes.buffer, 1, 2), 'bytes 01ff'],
  ['a Uint16Array', () => Uint16Array.of(0xff01), 'bytes 01ff'],
  ['a Buffer', () => globalThis.Buffer?.from([1, 255]) ?? Uint8Array.of(1, 255), 'bytes 01ff'],
  ['an array', () => [{ id: 1 }, 'x', null], '[{"id":1},"x",null]'],
  ['an empty array', () => [], '[]'],
  ['an array of strings', () => ['x', 'y'], '["x","y"]'],
  ['an object', () => ({ a: 1, b: undefined }), '{"a":1}'],
  ['an object without a prototype', () => Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
  ['an instance', () => new Point(), '{"x":1}'],
  ['an object with toJSON', () => ({ toJSON: () => ['a'] }), '["a"]'],
  ['a Date', () => new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ['a URL', () => new URL('http://a/'), '"http://a/"'],
  ['a Map', () => new Map([[1, 2]]), '{}'],
  ['an Error', () => new Error('x'), '{}'],
  ['null', () => null, 'null'],
  ['a number', () => 0, '0'],
  ['NaN', () => Number.NaN, 'null'],
  ['true', () => true, 'true'],
  ['false', () => false, 'false'],
  ['undefined', () => undefined, 'InvalidArgumentError'],
  ['a function', () => () => {}, 'InvalidArgumentError'],
  ['a symbol', () => Symbol('x'), 'InvalidArgumentError'],
  ['a BigInt', () => 1n, 'InvalidArgumentError'],
  ['an array with a BigInt', () => [1n], 'InvalidArgumentError'],
  ['a circular object', () => circular, 'InvalidArgumentError'],
  ['a Blob', () => new Blob(['x']), 'InvalidArgumentError'],
  [
    'an object whose toJSON throws',
    () => ({
      toJSON() {
        throw new RangeError('on purpose');
      },
    }),
    'RangeError',
  ],
];

/**
 * The hooks of a socket that sends the value of a row to itself and to others, for the message "title". Errors are sent by their
 * names.
 */
export const HOOKS = {
  open: (peer) => peer.subscribe('all'),
  message(peer, message) {
    const create = MESSAGES.find(([title]) => title === message.text())?.[1];
    const errors = [];
    for (const send of [(value) => peer.send(value), (value) => peer.publish('all', value)]) {
      try {
        send(create());
      } catch (error) {
        errors.push(error.name);
      }
    }
    if (errors.length > 0) peer.send(errors.join(' '));
  },
};
