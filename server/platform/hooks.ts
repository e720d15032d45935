import type { Connection, Tx } from './database/database.ts'

/**
 * An extension point. Its owner declares and calls it, without knowing the handlers; a module that must clean up
 * or knows an answer declares a handler in its module. Handlers run one after the other on the caller's connection:
 * for a change that is its transaction, so that all happens or nothing.
 */
export interface Hook<Event, Answer = void, On extends Connection = Tx> {
  readonly name: string
  /** Hold the types; there are no values. */
  readonly event?: (event: Event) => Event
  readonly answer?: (answer: Answer) => Answer
  readonly on?: (on: On) => On
}

export const defineHook = <Event, Answer = void, On extends Connection = Tx>(
  name: string,
): Hook<Event, Answer, On> => ({ name })

/** What a module does at a hook. Of an error in one the caller fails, and its transaction with it. */
export interface HookHandler {
  readonly hook: string
  run(on: Connection, event: unknown): Promise<unknown>
}

/** Ties a handler to its hook; it is only run with what the hook is asked with. */
export const joins = <Event, Answer, On extends Connection>(
  hook: Hook<Event, Answer, On>,
  run: (on: On, event: Event) => Promise<Answer>,
): HookHandler => ({ hook: hook.name, run: (on, event) => run(on as On, event as Event) })

export interface Hooks {
  /** Runs all handlers, in the order of the modules. @returns their answers in that order */
  ask<Event, Answer, On extends Connection>(
    hook: Hook<Event, Answer, On>,
    on: NoInfer<On>,
    event: NoInfer<Event>,
  ): Promise<Answer[]>
}

/** @param handlers gives them when they are asked: the modules that join are made after those that ask */
export const createHooks = (handlers: () => readonly HookHandler[]): Hooks => ({
  ask: async <Event, Answer, On extends Connection>(hook: Hook<Event, Answer, On>, on: On, event: Event) => {
    const answers: Answer[] = []
    for (const handler of handlers()) {
      if (handler.hook === hook.name) answers.push((await handler.run(on, event)) as Answer)
    }
    return answers
  },
})
