/** What a function gives, or what stands for it where it throws, as somebody's getter may, or a proxy that was revoked. */
export function safely<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
