/** What was wrong with the answers of the test's server. */
const impossible: string[] = []

export const noteImpossibleAnswer = (problem: string): void => {
  impossible.push(problem)
}

/** What was noted since it was taken last. */
export const takeImpossibleAnswers = (): string[] => impossible.splice(0)
