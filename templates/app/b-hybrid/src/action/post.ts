import { type HttpResponse, type ServerRequest, TextResponse } from 'fw-runtime/b';

/** POST /post: responds with the size of the body. */
export class Post {
  async process(request: ServerRequest): Promise<HttpResponse> {
    const body = await request.bytes();
    return new TextResponse(`Posted ${body.length} bytes.\n`);
  }
}
