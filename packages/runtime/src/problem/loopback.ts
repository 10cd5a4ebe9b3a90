/** Whether the address of a peer is one of this machine: 127.0.0.0/8, also as IPv6 writes it, or ::1. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address);
}
