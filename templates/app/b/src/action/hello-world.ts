import { type HttpResponse, type ServerRequest, TextResponse } from 'fw-runtime/b';

/** GET / */
export class HelloWorld {
  process(_request: ServerRequest): HttpResponse {
    return new TextResponse('Hello, world!\n');
  }
}
