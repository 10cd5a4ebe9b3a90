// The content of uploads and downloads: 1,000,000 bytes, in chunks of the size that a file is read in.
export const SIZE = 1_000_000;
const CHUNK = 62_500;

export function* chunks() {
  for (let sent = 0; sent < SIZE; sent += CHUNK) yield Buffer.alloc(CHUNK, 'x');
}

export function webStream() {
  const source = chunks();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = source.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

export async function sizeOfFile(form) {
  return String((await form.get('file').arrayBuffer()).byteLength);
}
