import { stripVTControlCharacters } from 'node:util'

/** One line of what went wrong, without the colours of a terminal: failed, retried or flaky, where, and why. */
export function remark(how, where, message = '') {
  const [line] = stripVTControlCharacters(message).split('\n')
  return `${how}: ${where}: ${line.slice(0, 200)}`
}

/**
 * Says at the end of Vitest's run, where it is looked for below thousands of lines, what failed and what passed at its
 * second try only. An error outside any test fails a run as well, and is in no count.
 */
export default class Remarks {
  onTestRunEnd(modules, unhandled) {
    for (const module of modules) {
      const file = module.relativeModuleId
      for (const { message } of module.errors()) console.log(remark('failed', file, message))
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        const where = `${file} › ${test.fullName}`
        if (state === 'failed') console.log(remark('failed', where, errors[0]?.message))
        else if (test.diagnostic()?.flaky) console.log(remark('flaky', where, errors?.[0]?.message))
      }
    }
    for (const { name, message, stack, VITEST_TEST_PATH: file, VITEST_TEST_NAME: test } of unhandled) {
      const where = ['outside any test', file, test].filter(Boolean).join(' › ')
      console.log(remark('failed', where, `${name}: ${message} ${stack?.split('\n')[1]?.trim() ?? ''}`))
    }
  }
}
