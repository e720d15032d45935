/** What sends files, and asks before where names are taken; loaded with the first upload. */
export { createUploadEngine } from './engine.ts'
export { createFindTaken } from './findTaken.ts'
export { createHttpPort } from './httpPort.ts'
export { settleTaken } from './taken.ts'
