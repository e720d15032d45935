import { createKmlReader } from '../../server/platform/kml/index.ts'
import type { Measure } from '../support/measure.ts'

const BYTES = 52_428_800

/** A KML file of 50 MB, read in the process that is killed when it takes more memory than it may. */
export const shapes: Measure = {
  name: 'shapes',
  run: async (_stage, { quick }) => {
    const reader = createKmlReader()
    try {
      const line = Array.from(
        { length: 20_000 },
        (_, at) => `${(-120 + at / 1000).toFixed(6)},${(30 + (at % 997) / 100).toFixed(6)},0`,
      ).join(' ')
      const mark = `<Placemark><LineString><coordinates>${line}</coordinates></LineString></Placemark>`
      const text = `<kml>${mark.repeat(Math.floor(((quick ? 0.1 : 1) * BYTES - 20) / mark.length))}</kml>`
      const bytes = Buffer.from(text)
      const start = performance.now()
      const { layers } = await reader.read({ size: bytes.length, source: (write) => write(bytes) })
      const ms = performance.now() - start
      const megabytes = Math.round(bytes.length / 1e6)
      return [
        {
          title: `a KML file of ${megabytes} MB as ${layers.length === 1 ? 'a layer' : `${layers.length} layers`}`,
          ours: `${Math.round(ms)} ms`,
          floor: '',
          value: ms,
          shown: `${Math.round(ms)} ms`,
          target: { atMost: 30_000 },
          targetShown: 'at most 30 s',
        },
      ]
    } finally {
      reader.close()
    }
  },
}
