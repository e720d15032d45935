export { MAX_OF_PERSON, registerSockets, type Sockets } from './sockets.ts'
