const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Closes on the first SIGTERM or SIGINT and ends the process: with 0, or with 1 when closing failed. A second signal
 * ends it at once, with 128 and the signal's number.
 *
 * @returns takes the listeners away again
 */
export function onShutdownSignal(close: () => Promise<void>): () => void {
  let received = false;
  const listeners = Object.entries(SIGNALS).map(([signal, number]) => {
    const listener = (): void => {
      if (received) process.exit(128 + number);
      received = true;
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    };
    process.on(signal, listener);
    return { signal, listener };
  });
  return () => {
    // While the process waits for requests in flight, a second signal must still be heard.
    if (received) return;
    for (const { signal, listener } of listeners) process.off(signal, listener);
  };
}
