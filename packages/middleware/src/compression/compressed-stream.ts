import type { ZlibStream } from './compressors.ts';

// Streams that fw-runtime created from async generators. Cancelling one of them while it is read would end the
// process.
const generated = Symbol.for('fw-runtime.generated-streams');

/**
 * The compressed bytes of a stream. Each chunk is flushed before the next is read, so that slow streams arrive. The
 * compressor is created at the first read, and no more is read than the consumer requests.
 *
 * @param source is cancelled when the consumer cancels
 */
export function compressedStream(source: ReadableStream, make: () => ZlibStream): ReadableStream<Uint8Array> {
  let work: { compressor: ZlibStream; feed: Feed; chunks: AsyncIterator<Uint8Array> } | undefined;

  function begin(): NonNullable<typeof work> {
    const compressor = make();
    const feed = new Feed(source, compressor);
    const chunks = compressor[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    feed.run().catch((error: unknown) => {
      compressor.destroy(error as Error);
      return feed.cancel(error).catch(() => {});
    });
    return { compressor, feed, chunks };
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        work ??= begin();
        const { done, value } = await work.chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel(reason) {
        work?.compressor.destroy();
        return work === undefined ? source.cancel(reason) : work.feed.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Writes a source into a compressor. */
class Feed {
  readonly #source: ReadableStream;
  readonly #reader: ReadableStreamDefaultReader<unknown>;
  readonly #compressor: ZlibStream;
  #reading: Promise<{ done: boolean; value?: unknown }>;

  constructor(source: ReadableStream, compressor: ZlibStream) {
    this.#source = source;
    this.#reader = source.getReader();
    this.#compressor = compressor;
    this.#reading = this.#reader.read();
  }

  /** @throws the source's error, or a TypeError when the source yields anything but strings and bytes */
  async run(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#reading;
      if (done) break;
      await this.#write(value as string | Uint8Array);
      this.#reading = this.#reader.read();
      if (await isSlow(this.#reading)) this.#compressor.flush();
    }
    this.#compressor.end();
  }

  async cancel(reason: unknown): Promise<void> {
    const { [generated]: streams } = globalThis as { [generated]?: WeakSet<ReadableStream> };
    if (streams?.has(this.#source) === true && (await this.#reading).done) return;
    await this.#reader.cancel(reason);
  }

  // Resolved when there is room for more.
  #write(chunk: string | Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#compressor.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  }
}

function isSlow(reading: Promise<unknown>): Promise<boolean> {
  return Promise.race([
    reading.then(() => false),
    new Promise<boolean>((resolve) => setImmediate(resolve, true)),
  ]);
}
