import { isSecretName, MASK } from '../../errors/secret-names.ts';
import { maskedQuery, type Masking, secretParameters } from './masking.ts';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const HTML_TYPE = /^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;
const PLAIN_TYPE = /^text\/(?:plain|csv|markdown)\s*(?:;|$)/i;
/** Members of malformed JSON. A name is only sought where it begins, or the time would grow with the square of its length. */
const MEMBER = /(?<![\w.-])([\w.-]+)["']?\s*:\s*("(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s,}\]]+)/g;

/** Levels of JSON, far below the depth at which `JSON.stringify` runs out of stack. */
const DEEPEST = 500;
const TAG = /<[a-z][^<>]*>/gi;
const TAG_NAME = /\s(?:name|id|property)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const TAG_VALUE = /(\s(?:value|content)\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi;

/** Masks the secrets of a body everywhere in the record. */
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

/** The string of a body without its secrets; undefined for a type whose parts have no names. */
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
  // As it was written, where nothing had to be taken out.
  return masking.text(hides ? masked : text);
}

/** A field of a form or a `meta` element without its value, where its name says that it is a secret. */
function maskedTag(tag: string): string {
  const names = Array.from(tag.matchAll(TAG_NAME), ([, one, other, third]) => one ?? other ?? third ?? '');
  return names.some(isSecretName) ? tag.replace(TAG_VALUE, `$1"${MASK}"`) : tag;
}

/** Undefined for what is no JSON, or too deep to be looked through. */
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
