/** Lists at the end the tests that passed only the second time: they are to be mended. */
export default class FlakyReporter {
  #flaky = []

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#flaky.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd() {
    if (this.#flaky.length === 0) return
    console.log(`\n${this.#flaky.length} flaky, passed the second time only:`)
    for (const name of this.#flaky) console.log(`  ${name}`)
  }
}
