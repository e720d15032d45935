#!/usr/bin/env -S node --max-semi-space-size=16
// helioroom COMMAND: in the image, what npm run COMMAND is elsewhere. It becomes that program, which so gets signals itself.
import { pathToFileURL } from 'node:url'
import { COMMANDS } from './lib/commands.mjs'
import { inRoot } from './lib/paths.mjs'

const [name = 'start', ...args] = process.argv.slice(2)
if (!Object.hasOwn(COMMANDS, name)) {
  console.error(`There is no command ${name}. Usage: helioroom [${Object.keys(COMMANDS).join(' | ')}]`)
  process.exit(2)
}
process.argv.splice(2, Number.POSITIVE_INFINITY, ...args)
await import(pathToFileURL(inRoot(COMMANDS[name])).href)
