// The cases, run on whatever runtime this is: only what all of them have is used here.
import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import { FindMyWayRouter } from 'fw-runtime/router/find-my-way';
import { Rou3Router } from 'fw-runtime/router/rou3';
import { ServiceManager } from 'fw-runtime/service-manager';
import { configuration, container } from './cases/container.mjs';
import { errors } from './cases/errors.mjs';
import { requests, responses } from './cases/messages.mjs';
import { pipeline, pipelineOfA, pipelineOfB } from './cases/pipeline.mjs';
import { platform } from './cases/platform.mjs';
import { routes, routing } from './cases/routing.mjs';
import { kitOf } from './kits.mjs';

const VARIANTS = { a, b };
const OF_VARIANT = { a: pipelineOfA, b: pipelineOfB };
const ROUTERS = { TreeRouter: b.TreeRouter, Rou3Router, FindMyWayRouter };
const SHARED = { routes, pipeline, errors, requests, responses, container, configuration, platform };

/** What some platforms do not have, and how that shows. */
const LIMITS = {
  'code of text': () => new Function('return true')(),
  cookies: () => new Response(null, { headers: { 'Set-Cookie': 'a=1' } }).headers.has('set-cookie'),
};

/**
 * Runs every case.
 *
 * @param send asks an application: `(app, request) => Promise<Response>`
 * @param lacks what this build or runtime does not have, besides what can be seen
 * @returns how many cases held, the name and message of each that failed, and how many cases each limit has kept out
 */
export async function runSuite(send, lacks = []) {
  const missing = new Set([...lacks, ...Object.keys(LIMITS).filter((name) => !holds(LIMITS[name]))]);
  const report = { passed: 0, failed: [], limits: {} };
  for (const { name, needs, run } of allCases(send)) {
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

function* allCases(send) {
  for (const [variant, fw] of Object.entries(VARIANTS)) {
    for (const [routerName, Router] of Object.entries(ROUTERS)) {
      const needs = routerName === 'FindMyWayRouter' ? ['code of text'] : [];
      const kit = kitOf(variant, fw, { ServiceManager, Router, send });
      yield* casesOf(`${variant}, ${routerName}`, routing, kit, needs);
    }
    const kit = kitOf(variant, fw, { ServiceManager, send });
    for (const [group, cases] of Object.entries({ ...SHARED, [`variant ${variant}`]: OF_VARIANT[variant] })) {
      yield* casesOf(`${variant}, ${group}`, cases, kit, []);
    }
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

function holds(test) {
  try {
    return test();
  } catch {
    return false;
  }
}
