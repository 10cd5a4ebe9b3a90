import { type HttpResponse, TextResponse } from 'fw-runtime/a';

/** GET / */
export class HelloWorld {
  process(): HttpResponse {
    return new TextResponse('Hello, world!\n');
  }
}
