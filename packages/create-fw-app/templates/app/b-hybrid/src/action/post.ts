import { type HttpResponse, type ServerRequest, TextResponse } from 'fw-runtime/b';

/** POST /post: says how much was posted. */
export class Post {
  async process(request: ServerRequest): Promise<HttpResponse> {
    const body = await request.bytes();
    return new TextResponse(`Posted ${body.length} bytes.\n`);
  }
}
