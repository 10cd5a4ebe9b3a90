// `node:http` and checks by hand, which is the reference for every candidate.
import { createServer } from 'node:http';
import * as reference from '../../reference-app.mjs';

export async function start() {
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url === '/orders') add(request, response);
    else send(response, 404, reference.TEXT_TYPE, reference.notFoundText(request.method, request.url));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}

function send(response, status, type, body) {
  response.writeHead(status, ['Content-Type', type, 'Content-Length', String(Buffer.byteLength(body))]);
  response.end(body);
}

function add(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const text = (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)).toString();
    let order;
    try {
      order = JSON.parse(text);
    } catch {
      return send(response, 400, reference.TEXT_TYPE, 'Bad Request');
    }
    if (isOrder(order)) send(response, 201, reference.JSON_TYPE, JSON.stringify(order));
    else send(response, 422, reference.TEXT_TYPE, 'Unprocessable Content');
  });
}

function isOrder(value) {
  return (
    isObject(value) &&
    isCount(value.order) &&
    isCustomer(value.customer) &&
    Array.isArray(value.lines) &&
    value.lines.length > 0 &&
    value.lines.every(isLine) &&
    isText(value.note, 0, 1000)
  );
}

function isCustomer(value) {
  return (
    isObject(value) &&
    isText(value.name, 1, 100) &&
    isText(value.email, 0, Infinity) &&
    /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(value.email) &&
    typeof value.newsletter === 'boolean'
  );
}

function isLine(value) {
  return (
    isObject(value) &&
    isText(value.article, 0, Infinity) &&
    /^A-\d+$/.test(value.article) &&
    isText(value.title, 1, 200) &&
    isCount(value.quantity) &&
    typeof value.price === 'number' &&
    value.price >= 0
  );
}

function isObject(value) {
  return typeof value === 'object' && value !== null;
}

function isCount(value) {
  return Number.isInteger(value) && value >= 1;
}

function isText(value, least, most) {
  return typeof value === 'string' && value.length >= least && value.length <= most;
}
