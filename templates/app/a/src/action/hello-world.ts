import { type HttpResponse, type ServerRequest, TextResponse } from 'fw-runtime/a';

/** GET / */
export class HelloWorld {
  process(_request: ServerRequest, _response: HttpResponse): HttpResponse {
    return new TextResponse('Hello, world!\n');
  }
}
