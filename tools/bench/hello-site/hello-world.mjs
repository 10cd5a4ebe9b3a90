import { TextResponse } from 'fw-runtime/b';
import { TEXT } from '../site.mjs';

export class HelloWorld {
  process() {
    return new TextResponse(TEXT);
  }
}
