import { type HttpResponse, TextResponse } from 'fw-runtime/b';

/** GET / */
export class HelloWorld {
  process(): HttpResponse {
    return new TextResponse('Hello, world!\n');
  }
}
