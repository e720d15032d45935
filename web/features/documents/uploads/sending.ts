/** What sends files; loaded with the first upload. */
export { createUploadEngine } from './engine.ts'
export { createHttpPort } from './httpPort.ts'
