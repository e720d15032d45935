/** What the projects of one state have in common. Utilities are invented, markets and areas are the real ones. */
export interface StateFacts {
  readonly name: string
  readonly utility: string
  /** Market operator; null where there is none. */
  readonly iso: string | null
  readonly balancingAuthority: string
  /** kWh per kW DC and year, fixed tilt. */
  readonly yield: number
  /** $/kWh of a power purchase agreement of utility scale. */
  readonly rate: number
  readonly timeZone: string
}

const state = (
  name: string,
  utility: string,
  iso: string | null,
  balancingAuthority: string,
  perKw: number,
  rate: number,
  timeZone: string,
): StateFacts => ({ name, utility, iso, balancingAuthority, yield: perKw, rate, timeZone })

const SPP = 'Southwest Power Pool'
const PJM = 'PJM Interconnection'

export const STATES = {
  AZ: state(
    'Arizona',
    'Sonora Basin Power Company',
    null,
    'Arizona Public Service Company',
    1780,
    0.031,
    'Mountain',
  ),
  CA: state('California', 'Sierra Pacific Coast Edison', 'CAISO', 'California ISO', 1740, 0.036, 'Pacific'),
  CO: state(
    'Colorado',
    'Front Range Municipal Power Agency',
    null,
    'Public Service Company of Colorado',
    1600,
    0.033,
    'Mountain',
  ),
  GA: state('Georgia', 'Piedmont Southern Power', null, 'Southern Company Services', 1480, 0.034, 'Eastern'),
  KS: state('Kansas', 'Flint Hills Electric Company', 'SPP', SPP, 1560, 0.0285, 'Central'),
  LA: state('Louisiana', 'Bayou Gulf Power Company', 'MISO', 'Midcontinent ISO', 1420, 0.037, 'Central'),
  MD: state('Maryland', 'Chesapeake Shore Electric', 'PJM', PJM, 1350, 0.071, 'Eastern'),
  MN: state(
    'Minnesota',
    'Three Lakes Electric Cooperative',
    'MISO',
    'Midcontinent ISO',
    1330,
    0.045,
    'Central',
  ),
  NC: state(
    'North Carolina',
    'Catawba Power and Light',
    null,
    'Duke Energy Carolinas',
    1430,
    0.068,
    'Eastern',
  ),
  NE: state('Nebraska', 'Platte and Republican Power District', 'SPP', SPP, 1490, 0.0312, 'Central'),
  NM: state(
    'New Mexico',
    'Llano Public Power',
    null,
    'Public Service Company of New Mexico',
    1800,
    0.029,
    'Mountain',
  ),
  NV: state('Nevada', 'Great Basin Power Company', null, 'Nevada Power Company', 1790, 0.034, 'Pacific'),
  NY: state('New York', 'Hudson Valley Gas and Electric', 'NYISO', 'New York ISO', 1230, 0.102, 'Eastern'),
  OR: state('Oregon', 'Willamette Basin Electric', null, 'PacifiCorp West', 1290, 0.079, 'Pacific'),
  PA: state('Pennsylvania', 'Allegheny Ridge Electric', 'PJM', PJM, 1250, 0.058, 'Eastern'),
  SC: state(
    'South Carolina',
    'Santee Power Company',
    null,
    'Dominion Energy South Carolina',
    1450,
    0.064,
    'Eastern',
  ),
  SD: state('South Dakota', 'James River Electric Cooperative', 'SPP', SPP, 1440, 0.034, 'Central'),
  TX: state(
    'Texas',
    'Brazos Coastal Delivery Company',
    'ERCOT',
    'Electric Reliability Council of Texas',
    1610,
    0.034,
    'Central',
  ),
  VA: state('Virginia', 'Tidewater Dominion Electric', 'PJM', PJM, 1390, 0.066, 'Eastern'),
} as const

export type StateCode = keyof typeof STATES
