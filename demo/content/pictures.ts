import { logo } from '../files/images/logo.ts'
import { photograph } from '../files/images/photograph.ts'
import type { View } from '../files/images/views.ts'
import type { DemoPicture } from '../plan.ts'
import { FIRMS } from './people.ts'
import { PORTFOLIOS, projectsIn } from './portfolios.ts'

const logoOf = (name: string): DemoPicture => ({
  kind: 'company',
  of: name,
  field: 'logo',
  fileName: 'logo.png',
  make: () => logo(name),
})

/** A photograph of the portfolio's first site. */
const coverOf = (name: string, view: View): DemoPicture => ({
  kind: 'portfolio',
  of: name,
  field: 'cover',
  fileName: 'cover.jpg',
  make: () => {
    const slug = PORTFOLIOS.find((portfolio) => portfolio.name === name)?.slug ?? ''
    const [site] = projectsIn(slug)
    if (!site) throw new Error(`The demo has no site of ${name} to take a picture of.`)
    return photograph(site, view, 1, '2026-06-18T15:20:00.000Z')
  },
})

/** Some have a picture; the others show what is drawn for them. */
export const PICTURES: readonly DemoPicture[] = [
  ...[FIRMS.segue, FIRMS.meridian, FIRMS.lakeshore, FIRMS.kestrel, FIRMS.northwind].map(logoOf),
  coverOf('Prairie Sun II', 'moduleRows'),
  coverOf('Mojave Storage Pair', 'inverterSkid'),
]
