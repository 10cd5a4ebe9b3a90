// The cases for every runtime: only features that all runtimes have are used here.
import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import { PathToRegexpRouter } from 'fw-runtime/router/path-to-regexp';
import { Rou3Router } from 'fw-runtime/router/rou3';
import { ServiceManager } from 'fw-runtime/service-manager';
import { configuration } from './cases/configuration.mjs';
import { container } from './cases/container.mjs';
import { errors } from './cases/errors.mjs';
import { files } from './cases/files.mjs';
import { joining } from './cases/joining.mjs';
import { pipeline, pipelineOfA, pipelineOfB } from './cases/pipeline.mjs';
import { platform, withoutServer } from './cases/platform.mjs';
import { requests } from './cases/requests.mjs';
import { responses } from './cases/responses.mjs';
import { routes } from './cases/routes.mjs';
import { routing } from './cases/routing.mjs';
import { kitOf } from './kits.mjs';

const VARIANTS = { a, b };
const OF_VARIANT = { a: pipelineOfA, b: pipelineOfB };
const SHARED = { routes, pipeline, errors, requests, responses, container, configuration, platform, joining };

/** Features that some runtimes lack, and how to detect them. */
const HERE = {
  'code of text': () => new Function('return true')(),
  'Set-Cookie': () => new Response(null, { headers: { 'Set-Cookie': 'a=1' } }).headers.has('set-cookie'),
};

/**
 * Runs every case.
 *
 * @param send sends a request to an application: `(app, request) => Promise<Response>`
 * @param FindMyWayRouter where it can be loaded; it needs `node:assert`
 * @param portable whether neither server nor files are to be had
 * @param serving whether requests go through a server, which reads files
 * @returns how many cases held, the name and message of each that failed, and how many cases each limit has kept out
 */
export async function runSuite({ send, FindMyWayRouter, portable = false, serving = false }) {
  const missing = new Set();
  for (const [name, test] of Object.entries(HERE)) if (!(await holds(test))) missing.add(name);
  if (FindMyWayRouter === undefined) missing.add('node:assert');
  const more = { ...(portable && { withoutServer }), ...(serving && { files }) };
  const report = { passed: 0, failed: [], limits: {} };
  for (const { name, needs, run } of allCases(send, FindMyWayRouter, more)) {
    const lacking = needs.find((need) => missing.has(need));
    if (lacking !== undefined) {
      report.limits[lacking] = (report.limits[lacking] ?? 0) + 1;
      continue;
    }
    try {
      await run();
      report.passed++;
    } catch (error) {
      report.failed.push({ name, error: String(error?.stack ?? error) });
    }
  }
  return report;
}

function* allCases(send, FindMyWayRouter, more) {
  for (const [variant, fw] of Object.entries(VARIANTS)) {
    const routers = { TreeRouter: fw.TreeRouter, Rou3Router, PathToRegexpRouter, FindMyWayRouter };
    for (const [name, Router] of Object.entries(routers)) {
      const needs = name === 'FindMyWayRouter' ? ['node:assert', 'code of text'] : [];
      yield* casesOf(
        `${variant}, ${name}`,
        routing,
        kitOf(variant, fw, { ServiceManager, Router, send }),
        needs,
      );
    }
    const kit = kitOf(variant, fw, { ServiceManager, send });
    const groups = { ...SHARED, ...more, [`variant ${variant}`]: OF_VARIANT[variant] };
    for (const [group, cases] of Object.entries(groups))
      yield* casesOf(`${variant}, ${group}`, cases, kit, []);
  }
}

function* casesOf(group, cases, kit, needs) {
  for (const [name, given] of Object.entries(cases)) {
    const [need, test] = Array.isArray(given) ? given : [undefined, given];
    yield {
      name: `${group}: ${name}`,
      needs: need === undefined ? needs : [...needs, need],
      run: () => test(kit),
    };
  }
}

async function holds(test) {
  try {
    return await test();
  } catch {
    return false;
  }
}
