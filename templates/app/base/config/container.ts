import { ServiceManager } from 'fw-runtime/service-manager';
import config from './config.ts';

const container = new ServiceManager(config.dependencies);
container.setService('config', config);

export default container;
