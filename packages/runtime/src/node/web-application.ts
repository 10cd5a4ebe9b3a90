/** An application or a pipe, of either variant. */
export interface WebApplication {
  fetch(request: Request, ...given: unknown[]): Promise<Response>;
}
