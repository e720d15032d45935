export { registerSockets, type Sockets } from './sockets.ts'
