import type { Measure } from '../support/measure.ts'
export const firstLoad: Measure = { name: 'firstLoad', run: async () => [] }
