import type { DataRouter } from 'react-router'
import type { Page } from '../graphql/page.ts'
import { pagePattern } from './pagePattern.ts'
import { post } from './post.ts'

/** Reports of one load of the page. */
const MAX_REPORTS = 20
const MAX_MESSAGE = 300
const MAX_LINES = 30
/** Their messages are the browser's; those of others may quote names of documents and what was typed. */
const OF_THE_BROWSER: ReadonlySet<string> = new Set(['TypeError', 'RangeError', 'ReferenceError'])
/** A place in a script, as the lines of a stack end in all browsers; the message before them does not. */
const PLACE = /^(\s*at\s.*|[^\s@]*@\S*):\d+:\d+\)?$/

interface Fault {
  name: string
  /** Null where it might quote what people have written. */
  message: string | null
  stack: string[]
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: typeof error, message: null, stack: [] }
  const { name, message, stack = '' } = error
  return {
    name,
    message: OF_THE_BROWSER.has(name) ? message.slice(0, MAX_MESSAGE) : null,
    stack: stack
      .split('\n')
      .filter((line) => PLACE.test(line))
      .slice(0, MAX_LINES)
      .map((line) => line.trim()),
  }
}

/** Sends errors of the page to the operator's service: each once, twenty a load at most, and nobody's name. */
export function createErrorReports(
  url: string,
  { config }: Page,
  router: DataRouter | null,
): (error: unknown) => void {
  const known = new Set<string>()
  return (error) => {
    const fault = faultOf(error)
    const key = JSON.stringify([fault.name, fault.message, fault.stack[0]])
    if (known.has(key) || known.size >= MAX_REPORTS) return
    known.add(key)
    post(url, {
      type: 'error',
      ...fault,
      page: pagePattern(router),
      environment: config.environmentName,
      at: new Date().toISOString(),
    })
  }
}
