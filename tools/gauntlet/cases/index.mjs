// The cases: an application with a guard, and requests that must not get past it.
//
// An application is data, which each file of frameworks/ turns into an application as its documentation recommends:
//
//   guards   prefixes below which each request needs credentials; an array inside is one guard for several prefixes
//   routes   { path, method = 'GET', guarded, open }: `:id` is a parameter, `*` the rest of the path. `guarded` is a guard for this
//            route alone. A route that isn't `open` responds with the marker
//   groups   { at, routes }: routes with a common prefix and a common guard; the prefix may have parameters
//   mounts   { at, …an application }: an application below a prefix
//   pages    { at, protected }: a route that looks the value of its parameter up: the names in `protected` are the marker
//   files    serves fixtures/, whose file admin/secret.txt is the marker
//   proxies  { at, to }: forwards what is below `at` to `to` of a server where all but /orders is the marker
//   tokens   { at, by }: a guard that checks the signature of a JWT by a 'key' or a key set, 'jwks'
//   fallback what responds to requests that nothing else handles: 'open' or 'protected'
//   lenient  whether the router ignores repeated slashes, trailing slashes, `;…` and letter case, where it has options for that
//
// A request is a target, `METHOD target`, or { method, target, headers }. It is sent as it is. `control` reaches the marker with
// credentials, and is rejected without; it shows that the guard and what it protects exist. `credentials` and the text of a
// rejection, `denied`, are those of marker.mjs, if a case has none of its own.
import { decoding } from './decoding.mjs';
import { files } from './files.mjs';
import { mounts } from './mounts.mjs';
import { pages } from './pages.mjs';
import { proxies } from './proxies.mjs';
import { requests } from './requests.mjs';
import { routes } from './routes.mjs';
import { slashes } from './slashes.mjs';
import { tokens } from './tokens.mjs';

/** The results of each case, by its name. */
export const CASES = {
  ...decoding,
  ...slashes,
  ...requests,
  ...routes,
  ...mounts,
  ...pages,
  ...files,
  ...proxies,
  ...tokens,
};
