import { type HttpResponse, type ServerRequest, TextResponse } from 'fw-runtime/a';

/** POST /post: says how much was posted. */
export class Post {
  async process(request: ServerRequest, _response: HttpResponse): Promise<HttpResponse> {
    const body = await request.bytes();
    return new TextResponse(`Posted ${body.length} bytes.\n`);
  }
}
