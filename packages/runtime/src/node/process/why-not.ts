/** Why a server does not start, in one line. */
export function whyNot(error: unknown): string {
  const { code, address, port, message } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${address} is in use; stop what listens there, or set PORT to another.`;
  }
  if (code === 'EACCES') return `Port ${port} on ${address} needs more rights; set PORT to one above 1023.`;
  return `The server cannot start: ${message ?? String(error)}`;
}
