import { __unsafe_useEmotionCache as useEmotionCache } from '@emotion/react'
import { cleanup, configure, renderHook } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { takeImpossibleAnswers } from './impossibleAnswers.ts'
import { computeShownAlone } from './shownStyles.ts'
import { spareWork } from './sparedWork.ts'

// Runs before each file of tests. Modules, and with them the page, are loaded once for all files of a worker: what a
// test leaves behind is taken away here.

// The first test of a file may have to wait for a page's modules to be compiled.
configure({ asyncUtilTimeout: 30_000 })

computeShownAlone()
spareWork()

interface HappyWindow {
  happyDOM: { setViewport: (size: { width: number; height: number }) => void }
}
const happyDOM = () => (window as unknown as HappyWindow).happyDOM

// Testing Library says so in the first file of a worker only.
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})

afterEach(() => {
  const found = takeImpossibleAnswers()
  // The page goes first: what it may still ask for must not reach the network.
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  if (typeof window !== 'undefined') {
    localStorage.clear()
    sessionStorage.clear()
    for (const cookie of document.cookie.split('; ')) {
      for (const path of ['', '; path=/']) {
        // biome-ignore lint/suspicious/noDocumentCookie: the page reads it there, too.
        document.cookie = `${cookie.split('=')[0]}=${path}; expires=Thu, 01 Jan 1970 00:00:00 GMT`
      }
    }
    document.body.replaceChildren()
    window.history.replaceState(null, '', '/')
    happyDOM().setViewport({ width: 1024, height: 768 })
  }
  expect(found, 'The scripted server gave answers that the schema does not allow').toEqual([])
})

// Each style is a tag of its own in tests, and whatever asks for a computed style reads all of them: what the files before
// left would make each later one slower.
afterAll(() => {
  if (typeof window === 'undefined') return
  const styles = renderHook(useEmotionCache).result.current
  cleanup()
  styles?.sheet.flush()
  if (styles) Object.assign(styles, { inserted: {}, registered: {} })
})
