/**
 * The default container, and functions that describe and observe its services.
 *
 * @example new ServiceManager({ factories: { Db: () => new Db() }, invokables: { Ping } })
 *
 * @module
 */
export { ServiceManager } from './service-manager.ts';
export {
  describeServices,
  observeServices,
  type ServiceDescription,
  type ServiceMaking,
  type ServiceObserver,
} from './describe-services.ts';
