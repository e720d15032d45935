import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { node24 } from './node24.mjs'
import { CACHE, inRoot } from './paths.mjs'

/** What has just been made is kept in 48 MB in place of up to 200: a long export would fill them all to no gain. */
const YOUNG = '--max-semi-space-size=16'

/** Program, arguments and options that run one of the product's .ts files on Node 24. */
export function typescript(file, args = [], { nodeFlags = [], env = {} } = {}) {
  const watchParent = pathToFileURL(inRoot('bin/lib/watch-parent.mjs')).href
  return [
    node24(),
    [YOUNG, ...nodeFlags, '--import', watchParent, inRoot(file), ...args],
    {
      env: {
        // A wait for the disk holds one of Node's few threads: with more of them many files wait together.
        UV_THREADPOOL_SIZE: '16',
        ...process.env,
        // Node keeps the compiled form of every file: a second start reads far less.
        NODE_COMPILE_CACHE: path.join(CACHE, 'node'),
        ...env,
      },
    },
  ]
}
