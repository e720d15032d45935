/** A buyer of energy or capacity. All of them are invented. */
export interface Offtaker {
  readonly name: string
  readonly kind: string
  readonly place: string
  /** Rating in the agencies' letters, or "not rated". */
  readonly rating: string
  /** Credit quality from 1 (weak) to 10 (strong). */
  readonly quality: number
}

const offtaker = (name: string, kind: string, place: string, rating: string, quality: number): Offtaker => ({
  name,
  kind,
  place,
  rating,
  quality,
})

/** Buyers by key; the project table names them by it. */
export const OFFTAKERS = {
  plains: offtaker(
    'High Prairie Generation and Transmission Cooperative, Inc.',
    'Generation and transmission cooperative',
    'Salina, Kansas',
    'A-',
    8,
  ),
  republican: offtaker(
    'Republican Forks Public Power District',
    'Public power district',
    'Holdrege, Nebraska',
    'A+',
    9,
  ),
  larkspur: offtaker('City of Larkspur Municipal Utilities', 'Municipal utility', 'Larkspur, Kansas', 'A', 8),
  milling: offtaker('Harrow Milling Company', 'Corporate', 'Wichita, Kansas', 'BBB', 6),
  bluestem: offtaker(
    'Bluestem Rural Electric Association',
    'Distribution cooperative',
    'Pratt, Kansas',
    'BBB+',
    7,
  ),
  caprock: offtaker('Caprock Energy Retail, LLC', 'Retail supplier', 'Amarillo, Texas', 'BBB-', 5),
  subscribers: offtaker(
    'Carolina Shared Solar Subscribers',
    'Community solar subscriber pool',
    'Raleigh, North Carolina',
    'not rated',
    5,
  ),
  dakota: offtaker(
    'Dakota Loess Power Cooperative',
    'Generation and transmission cooperative',
    'Mitchell, South Dakota',
    'A-',
    8,
  ),
  mojave: offtaker(
    'Antelope Basin Community Energy',
    'Community choice aggregator',
    'Lancaster, California',
    'BBB+',
    7,
  ),
  schools: offtaker('Tidewater Public Schools Consortium', 'Public schools', 'Salisbury, Maryland', 'AA-', 9),
  water: offtaker('Old Bay Water Authority', 'Water authority', 'Easton, Maryland', 'AA', 10),
  health: offtaker('Hudson Highlands Health System', 'Hospital group', 'Poughkeepsie, New York', 'A', 8),
  university: offtaker('Kingsbridge University', 'Private university', 'Albany, New York', 'AA-', 9),
  gulf: offtaker('Coastal Bend Power Marketing, LP', 'Power marketer', 'Houston, Texas', 'BB+', 4),
  refining: offtaker('Brazoria Bend Refining Company', 'Corporate', 'Houston, Texas', 'BBB', 6),
  sonora: offtaker('Sonora Basin Power Company', 'Investor-owned utility', 'Tucson, Arizona', 'BBB+', 7),
  cascade: offtaker(
    'Cascadia Shared Solar Program',
    'Community solar program',
    'Salem, Oregon',
    'not rated',
    5,
  ),
  frontRange: offtaker(
    'Front Range Municipal Power Agency',
    'Joint action agency',
    'Longmont, Colorado',
    'AA-',
    9,
  ),
  foundry: offtaker('Keystone Foundry Works, Inc.', 'Corporate', 'Altoona, Pennsylvania', 'BB', 4),
  allegheny: offtaker(
    'Allegheny Regional Transit District',
    'Transit authority',
    'Johnstown, Pennsylvania',
    'A+',
    9,
  ),
  dataCentres: offtaker('Columbia Ridge Data Centers, LLC', 'Corporate', 'The Dalles, Oregon', 'A-', 8),
  lakes: offtaker(
    'Three Lakes Electric Cooperative',
    'Distribution cooperative',
    'Alexandria, Minnesota',
    'A-',
    8,
  ),
  basin: offtaker('Humboldt Range Mining Corporation', 'Corporate', 'Winnemucca, Nevada', 'BBB-', 5),
  savannah: offtaker(
    'Savannah River Membership Cooperative',
    'Distribution cooperative',
    'Augusta, Georgia',
    'A',
    8,
  ),
} as const

export type OfftakerKey = keyof typeof OFFTAKERS
