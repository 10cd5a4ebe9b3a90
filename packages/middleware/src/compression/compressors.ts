import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

/** The name of an encoding in Content-Encoding: Brotli, Zstandard or gzip. */
export type Encoding = 'br' | 'zstd' | 'gzip';

/**
 * The compression levels: higher ones compress better and take more time. `br` is from 0 to 11 (4 when absent), `zstd`
 * from 1 to 22 (3 when absent), `gzip` from 0 to 9 (6 when absent).
 */
export type Levels = { readonly [Name in Encoding]?: number };

/** Compresses a whole body or a stream. */
export interface Compressor {
  readonly encoding: Encoding;
  whole(body: string | Uint8Array): Promise<Uint8Array>;
  stream(): ZlibStream;
}

/** A stream of `node:zlib`. */
export interface ZlibStream extends Transform {
  flush(): void;
}

type CompressWhole = (body: string | Uint8Array, options: object) => Promise<Uint8Array>;

// Zstandard is available since Node 22.15.
const { createZstdCompress, zstdCompress, constants } = zlib as typeof zlib & {
  readonly createZstdCompress?: (options: object) => ZlibStream;
  readonly zstdCompress?: (...args: never[]) => void;
  readonly constants: Readonly<Record<'ZSTD_c_compressionLevel', number>>;
};

/** The compressors for the requested encodings that this runtime supports, in the same order. */
export function compressorsFor(encodings: readonly Encoding[], levels: Levels): Compressor[] {
  return encodings
    .filter((encoding) => encoding !== 'zstd' || createZstdCompress !== undefined)
    .map((encoding) => compressorFor(encoding, levels));
}

function compressorFor(encoding: Encoding, { br = 4, zstd = 3, gzip = 6 }: Levels): Compressor {
  if (encoding === 'br') {
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: br } };
    // Brotli emits nothing until two windows are full: 512 KiB with this setting, 8 MiB with its default window.
    const ofStream = { params: { ...options.params, [constants.BROTLI_PARAM_LGWIN]: 18 } };
    return createCompressor(
      encoding,
      zlib.brotliCompress,
      () => zlib.createBrotliCompress(ofStream),
      options,
    );
  }
  if (encoding === 'zstd' && createZstdCompress !== undefined && zstdCompress !== undefined) {
    const options = { params: { [constants.ZSTD_c_compressionLevel]: zstd } };
    return createCompressor(encoding, zstdCompress, () => createZstdCompress(options), options);
  }
  const options = { level: gzip };
  return createCompressor('gzip', zlib.gzip, () => withSyncFlush(zlib.createGzip(options)), options);
}

// The default, a full flush, resets the dictionary and compresses worse.
function withSyncFlush(stream: zlib.Gzip): ZlibStream {
  const flush = stream.flush.bind(stream);
  return Object.assign(stream, { flush: () => flush(constants.Z_SYNC_FLUSH) });
}

function createCompressor(
  encoding: Encoding,
  compress: (...args: never[]) => void,
  stream: () => ZlibStream,
  options: object,
): Compressor {
  const whole = promisify(compress as never) as CompressWhole;
  return { encoding, whole: (body) => whole(body, options), stream };
}
