import { TextResponse } from 'fw-runtime/b';
import { TEXT } from '../reference-app.mjs';

export class HelloWorld {
  process() {
    return new TextResponse(TEXT);
  }
}
