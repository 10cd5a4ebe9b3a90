/**
 * The default container, and functions that describe and observe its services.
 *
 * @example new ServiceManager({ factories: { Db: () => new Db() }, invokables: { Ping } })
 *
 * @module
 */
export { ServiceManager } from './service-manager.ts';
export { describeServices, type ServiceDescription } from './describe-services.ts';
export { observeServices, type ServiceMaking, type ServiceObserver } from './container-interface.ts';
