import { isSecretName, MASK } from 'fw-runtime/internal';
import { maskedQuery, type Masking, secretParameters } from './masking.ts';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const HTML_TYPE = /^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;
const PLAIN_TYPE = /^text\/(?:plain|csv|markdown)\s*(?:;|$)/i;
/** Members of malformed JSON. A name only matches at its beginning; otherwise the time would be quadratic (ReDoS). */
const MEMBER = /(?<![\w.-])([\w.-]+)["']?\s*:\s*("(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s,}\]]+)/g;

/** The maximum depth of JSON, far below the depth at which `JSON.stringify` overflows the stack. */
const DEEPEST = 500;
const TAG = /<[a-z][^<>]*>/gi;
const TAG_NAME = /\s(?:name|id|property)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const TAG_VALUE = /(\s(?:value|content)\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi;

/** Adds the secrets in a body to the masking, so that they are masked everywhere in the record. */
export function hideSecretsOf(text: string, type: string, masking: Masking): void {
  if (FORM_TYPE.test(type)) for (const value of secretParameters(text)) masking.hide(value);
  if (!JSON_TYPE.test(type)) return;
  const value = parsed(text);
  if (value === undefined) {
    for (const [, name = '', found = ''] of text.matchAll(MEMBER)) {
      if (isSecretName(name)) masking.hide(found.replace(/^["']|["']$/g, ''));
    }
  } else {
    JSON.stringify(value, (name, inner: unknown) => {
      if (isSecretName(name)) masking.hide(inner);
      return inner;
    });
  }
}

/** The text of a body with its secrets masked; undefined for a type in which the names of values can't be recognized. */
export function shownBody(text: string, type: string, masking: Masking): string | undefined {
  if (FORM_TYPE.test(type)) return masking.text(maskedQuery(text));
  if (PLAIN_TYPE.test(type)) return masking.text(text);
  if (HTML_TYPE.test(type)) return masking.text(text.replace(TAG, maskedTag));
  const value = JSON_TYPE.test(type) ? parsed(text) : undefined;
  if (value === undefined) return undefined;
  let hides = false;
  const masked = JSON.stringify(value, (name, inner: unknown) => {
    if (!isSecretName(name)) return inner;
    hides = true;
    return MASK;
  });
  // The original formatting is kept if nothing was masked.
  return masking.text(hides ? masked : text);
}

/** Masks the value of a form field or a `meta` element whose name suggests a secret. */
function maskedTag(tag: string): string {
  const names = Array.from(tag.matchAll(TAG_NAME), ([, one, other, third]) => one ?? other ?? third ?? '');
  return names.some(isSecretName) ? tag.replace(TAG_VALUE, `$1"${MASK}"`) : tag;
}

/** @returns undefined if the text isn't JSON or is nested too deeply */
function parsed(text: string): unknown {
  try {
    return isDeep(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > DEEPEST) return true;
  }
  return false;
}
