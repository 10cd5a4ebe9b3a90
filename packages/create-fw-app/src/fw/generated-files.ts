import type { InspectionReport } from 'fw-runtime/inspector';
import { AUTOLOAD_FOLDER, AUTOLOAD_LIST } from '../autoload-list.ts';
import { isListStale, refreshList } from './autoload.ts';
import type { Site } from './site.ts';
import { refreshTypes, staleTypes, type TypeFileChange } from './types/type-files.ts';

/** A file of a site that fw writes by itself, and what was done to it. */
export type GeneratedFile = Pick<TypeFileChange, 'path' | 'action'>;

/**
 * Brings the files that fw keeps up to date.
 *
 * @param report what the site is now; undefined where nobody has looked, and its types stay as they are
 */
export function refreshGenerated(site: Site, report: InspectionReport | undefined): GeneratedFile[] {
  const list = refreshList(site.root);
  const routes = routesIn(report);
  return [
    ...(list === undefined ? [] : [{ path: list, action: 'edited' } as const]),
    ...(routes === undefined ? [] : refreshTypes(site, routes)),
  ];
}

/** A sentence for each file that fw keeps and that is out of date. */
export function staleGenerated(site: Site, report: InspectionReport): string[] {
  const routes = routesIn(report);
  return [
    ...(isListStale(site.root)
      ? [
          `${AUTOLOAD_LIST} is not the list of the files in ${AUTOLOAD_FOLDER}/: run fw check --fix, which writes it.`,
        ]
      : []),
    ...(routes === undefined ? [] : staleTypes(site, routes)),
  ];
}

/** The routes of a site that loads without a fault. */
function routesIn(
  report: InspectionReport | undefined,
): NonNullable<InspectionReport['application']>['routes'] | undefined {
  return report?.faults.length === 0 ? report.application?.routes : undefined;
}
