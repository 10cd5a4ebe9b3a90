/** A part of a form, while it arrives. It can be read once, until the next one is asked for. */
export interface Part {
  /** Of the field. */
  readonly name: string;
  /** Of a file, as the client says it, without folders; undefined for a field. It is data: never a path to write to. */
  readonly filename: string | undefined;
  /** What the client says it is, in lower case and without parameters: `image/png`; `text/plain` where it says nothing. */
  readonly type: string;
  /** Read no faster than it is asked for. */
  readonly body: ReadableStream<Uint8Array>;
  /** @throws PayloadTooLargeError when it is larger than its limit */
  text(): Promise<string>;
  /** @throws PayloadTooLargeError when it is larger than its limit */
  bytes(): Promise<Uint8Array>;
}

/** What a form may hold; more is answered with 413. The limit of the body counts as well. */
export interface PartLimits {
  /** Fields and files together; 1000 when absent. */
  readonly parts?: number | undefined;
  /** 1000 when absent. */
  readonly fields?: number | undefined;
  /** 100 when absent. */
  readonly files?: number | undefined;
  /** In bytes, of each field; 1 MiB when absent. */
  readonly fieldSize?: number | undefined;
  /** In bytes, of each file; that of the body when absent. */
  readonly fileSize?: number | undefined;
}
