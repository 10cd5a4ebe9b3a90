import { type HttpResponse, type ServerRequest, TextResponse } from 'fw-runtime/a';

/** POST /post: responds with the size of the body. */
export class Post {
  async process(request: ServerRequest, _response: HttpResponse): Promise<HttpResponse> {
    const body = await request.bytes();
    return new TextResponse(`Posted ${body.length} bytes.\n`);
  }
}
