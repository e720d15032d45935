import type { RealisticPaper } from './realisticPapers.ts'
import type { Stated } from './terms.ts'

// Papers that the extractor met last, and that it is not improved by: what it misses of them stays missed. `papers.test.ts`
// says what it found of them when it first met them.

const at = (page: number, field: string, ...values: string[]): Stated[] =>
  values.map((value) => ({ field, value, page }))

export const THIRD_MEETING: readonly RealisticPaper[] = [
  {
    name: 'a wind PPA of a municipal agency',
    kind: 'PPA_ANALYSIS',
    pages: [
      `RENEWABLE ENERGY PURCHASE AGREEMENT

THIS RENEWABLE ENERGY PURCHASE AGREEMENT is made and entered into as of the 6th day of June, 2025, by and between Whitetail Ridge Wind Energy, LLC, a
Minnesota limited liability company with its principal place of business in Minneapolis ("Seller"), and Northern Lakes Municipal Power Agency, a municipal
corporation and political subdivision of the State of Minnesota ("Buyer").

Section 2.1 Term. This Agreement shall become effective as of the date of its execution and shall remain in full force and effect until the twentieth (20th)
anniversary of the Commercial Operation Date.

Section 4.2 Commercial Operation Milestone. Seller shall achieve the Commercial Operation Date no later than December 15, 2026.`,
      `Section 8.1 Contract Rate. Buyer shall pay Seller a Contract Rate of $24.95 per MWh for Renewable Energy delivered to the Point of Delivery.
Section 8.2 Test Energy. Test Energy is paid at $15.00 per MWh.
Section 8.3 The Contract Rate is adjusted each year on the anniversary of the Commercial Operation Date by two percent (2.0%).
Section 10.5 The Point of Delivery is the 115 kV bus of the Brandon Substation.
Section 11.1 Seller Security Fund. Seller shall establish a Security Fund of $5,000,000 no later than thirty days after execution, in the form of a letter
of credit.
Section 12.4 Buyer's aggregate liability under this Agreement is limited to $40,000,000.`,
    ],
    stated: [
      ...at(0, 'seller', 'Whitetail Ridge Wind Energy, LLC'),
      ...at(0, 'buyer', 'Northern Lakes Municipal Power Agency'),
      ...at(0, 'term', 'twentieth (20th) anniversary'),
      ...at(0, 'cod', 'December 15, 2026'),
      ...at(1, 'price', '$24.95 per MWh'),
      ...at(1, 'escalator', 'two percent (2.0%)'),
      ...at(1, 'settlement', '115 kV bus of the Brandon Substation'),
      ...at(1, 'security', '$5,000,000'),
    ],
  },
  {
    name: 'an amended and restated agreement',
    kind: 'PPA_ANALYSIS',
    pages: [
      `AMENDED AND RESTATED POWER PURCHASE AGREEMENT

This Amended and Restated Power Purchase Agreement is dated as of October 30, 2025, between Ocotillo Vista Solar, LLC ("Seller") and Valley Irrigation District
("Buyer"), and amends and restates in its entirety the Power Purchase Agreement dated May 2, 2023 between the same parties.

"Contract Price" means $41.30/MWh (previously $35.85/MWh).
"Guaranteed COD" means March 1, 2027, which replaces June 1, 2026.
"Delivery Term" means a period of eighteen (18) years commencing on the Commercial Operation Date.
"Delivery Point" means the Dry Gulch 138 kV Substation.
"Escalation Rate" means zero percent (0%).
"Development Security" means $2,900,000.`,
    ],
    stated: [
      ...at(0, 'seller', 'Ocotillo Vista Solar, LLC'),
      ...at(0, 'buyer', 'Valley Irrigation District'),
      ...at(0, 'price', '$41.30/MWh'),
      ...at(0, 'cod', 'March 1, 2027'),
      ...at(0, 'term', 'eighteen (18) years'),
      ...at(0, 'settlement', 'Dry Gulch 138 kV Substation'),
      ...at(0, 'escalator', 'zero percent (0%)'),
      ...at(0, 'security', '$2,900,000'),
    ],
  },
  {
    name: 'a confirmation under a master agreement',
    kind: 'PPA_ANALYSIS',
    pages: [
      `CONFIRMATION

Trade Date: August 4, 2025
Seller: Prairie Falcon Energy Storage, LLC
Buyer: Union Electric Retail Cooperative
Product: Resource Adequacy and tolling of 100 MW / 400 MWh
Contract Price: $9.85 per kW-month
Escalator: None
Delivery Period: 15 years from the Initial Delivery Date
Expected Initial Delivery Date: July 1, 2027
Delivery Point: Vincent 230 kV Bus
Collateral Requirement of Seller: $8,000,000
Confirmed Quantity: 100 MW`,
    ],
    stated: [
      ...at(0, 'seller', 'Prairie Falcon Energy Storage, LLC'),
      ...at(0, 'buyer', 'Union Electric Retail Cooperative'),
      ...at(0, 'price', '$9.85 per kW-month'),
      ...at(0, 'escalator', 'None'),
      ...at(0, 'term', '15 years'),
      ...at(0, 'cod', 'July 1, 2027'),
      ...at(0, 'settlement', 'Vincent 230 kV Bus'),
      ...at(0, 'security', '$8,000,000'),
    ],
  },
  {
    name: 'a memo to a board on a PPA',
    kind: 'PPA_ANALYSIS',
    pages: [
      `TO: Board of Directors
FROM: Manager of Power Supply
RE: Approval of Sunflower Mesa PPA

Staff recommends approval of a 20-year power purchase agreement with Sunflower Mesa Solar, LLC for 60 MW. The price is $29.75 per MWh, fixed for the term. The
developer first proposed $31.20 per MWh. Commercial operation is expected by November 2027. Energy is delivered at the Mesa Verde 115 kV switchyard.
Seller will post a letter of credit of $3,600,000. Staff compared the price with a market forecast of $38.00 per MWh.`,
    ],
    stated: [
      ...at(0, 'seller', 'Sunflower Mesa Solar, LLC'),
      ...at(0, 'term', '20-year'),
      ...at(0, 'price', '$29.75 per MWh'),
      ...at(0, 'escalator', 'fixed for the term'),
      ...at(0, 'cod', 'November 2027'),
      ...at(0, 'settlement', 'Mesa Verde 115 kV switchyard'),
      ...at(0, 'security', '$3,600,000'),
    ],
  },
  {
    name: 'a generator interconnection agreement of a distribution company',
    kind: 'PPA_ANALYSIS',
    pages: [
      `SMALL GENERATOR INTERCONNECTION AGREEMENT

This Interconnection Agreement is made this 11th day of April, 2025 by Eastport Light & Power Company ("Utility") and Heron Marsh Solar LLC ("Customer").

3.2 Term of Agreement. This Agreement shall remain in effect for a period of twenty (20) years.
5.2 Customer shall deposit $184,500 as security for the Upgrades. Monthly meter charge: $42.00.
Attachment 2. Estimated In-Service Date: September 2026.`,
    ],
    stated: [],
  },
  {
    name: 'a certificate of an auto and umbrella programme',
    kind: 'INSURANCE',
    pages: [
      `CERTIFICATE OF INSURANCE

Certificate holder: Meridian Tax Equity Fund V, LLC
Named Insured: Basalt Canyon Solar Holdings, LLC
Producer: Harper Lane Insurance Brokers

Coverage\tInsurer\tPolicy Number\tEffective\tExpires\tLimits
General Liability\tTwin Peaks Insurance Company\tTPI-GL-90021\t02/15/2026\t02/15/2027\t$1,000,000 each occurrence
Automobile Liability\tTwin Peaks Insurance Company\tTPI-CA-90022\t02/15/2026\t02/15/2027\t$1,500,000 combined single limit
Umbrella\tAnchor Excess Insurance Corporation\tAEI-U-5561\t02/15/2026\t02/15/2027\t$25,000,000 each occurrence

The Certificate holder is an additional insured on the general liability policy where required by written contract.`,
    ],
    stated: [
      ...at(0, 'insured', 'Basalt Canyon Solar Holdings, LLC'),
      ...at(0, 'insurer', 'Twin Peaks Insurance Company', 'Anchor Excess Insurance Corporation'),
      ...at(0, 'policy', 'TPI-GL-90021', 'TPI-CA-90022', 'AEI-U-5561'),
      ...at(0, 'effective', '02/15/2026'),
      ...at(0, 'expiration', '02/15/2027'),
      ...at(0, 'limit', '$1,000,000', '$1,500,000', '$25,000,000'),
    ],
  },
  {
    name: 'a cover note of a marine market',
    kind: 'INSURANCE',
    pages: [
      `COVER NOTE

Type: Construction All Risks and Marine Cargo
Policy Reference: B1262PW2500417
Insured: Gull Rock Offshore Wind LLC and its contractors
Period: From 1 May 2025 to 30 November 2027, both days inclusive
Interest: Turbines, cables and foundations
Limit of Liability: $250,000,000 any one occurrence
Sublimit: $40,000,000 any one vessel
Deductible: $750,000
Premium: $4,100,000
Insurers: Atlantic Marine Indemnity Company 70%; Harbour Syndicate 2488 30%`,
    ],
    stated: [
      ...at(0, 'policy', 'B1262PW2500417'),
      ...at(0, 'insured', 'Gull Rock Offshore Wind LLC'),
      ...at(0, 'effective', '1 May 2025'),
      ...at(0, 'expiration', '30 November 2027'),
      ...at(0, 'limit', '$250,000,000', '$40,000,000'),
      ...at(0, 'insurer', 'Atlantic Marine Indemnity Company', 'Harbour Syndicate 2488'),
    ],
  },
  {
    name: 'a notice of renewal',
    kind: 'INSURANCE',
    pages: [
      `NOTICE OF RENEWAL

Blue Mesa Casualty Company
Policy number: BMC-4410-27
Insured: Tamarack Hill Solar, LLC

Your policy expires on April 30, 2026 and has been renewed from April 30, 2026 to April 30, 2027. The general aggregate is raised from $2,000,000 to
$3,000,000. The each occurrence limit stays $1,000,000. The renewal premium is $22,480.`,
    ],
    stated: [
      ...at(0, 'insurer', 'Blue Mesa Casualty Company'),
      ...at(0, 'policy', 'BMC-4410-27'),
      ...at(0, 'insured', 'Tamarack Hill Solar, LLC'),
      ...at(0, 'effective', 'April 30, 2026'),
      ...at(0, 'expiration', 'April 30, 2027'),
      ...at(0, 'limit', '$3,000,000', '$1,000,000'),
    ],
  },
  {
    name: 'an emergency inspection after a storm',
    kind: 'DAM_INSPECTION',
    pages: [
      `POST-STORM INSPECTION OF SWIFT RUN DAM

Following the storm of July 9, 2025, the undersigned inspected Swift Run Dam on July 11, 2025. Swift Run Dam is a high hazard potential dam of 62 feet.

Observations
Erosion was observed at the right end of the auxiliary spillway.
Debris was found against the trash rack of the riser.
The piezometers were not read because the access road was flooded.

Recommendations
The eroded end of the spillway should be filled and armored within 30 days.
The owner should remove the debris from the trash rack.

The next inspection is scheduled for October 15, 2025.`,
    ],
    stated: [
      ...at(0, 'structure', 'SWIFT RUN DAM'),
      ...at(0, 'inspected', 'July 11, 2025'),
      ...at(0, 'hazard', 'high hazard potential'),
      ...at(
        0,
        'finding',
        'Erosion was observed at the right end of the auxiliary spillway',
        'Debris was found against the trash rack of the riser',
        'The piezometers were not read because the access road was flooded',
      ),
      ...at(
        0,
        'recommendation',
        'The eroded end of the spillway should be filled and armored within 30 days',
        'The owner should remove the debris from the trash rack',
      ),
      ...at(0, 'next', 'October 15, 2025'),
    ],
  },
  {
    name: 'a data sheet of a national inventory',
    kind: 'DAM_INSPECTION',
    pages: [
      `Dam Name\tPINE HOLLOW LAKE DAM
NID ID\tGA01822
Owner\tPine Hollow Homeowners Association
Hazard Potential\tSignificant
Last Inspection Date\t03/14/2024
Condition Assessment\tFair
Year Completed\t1962

Inspection performed 03/19/2026 by W. Tran
Observed: Trees on the embankment; spillway channel eroded below the apron
Required actions: Remove trees under 4 inches in diameter; repair the eroded channel
Next inspection due: 03/2028`,
    ],
    stated: [
      ...at(0, 'structure', 'PINE HOLLOW LAKE DAM'),
      ...at(0, 'hazard', 'Significant'),
      ...at(0, 'inspected', '03/19/2026'),
      ...at(0, 'finding', 'Trees on the embankment', 'spillway channel eroded below the apron'),
      ...at(0, 'recommendation', 'Remove trees under 4 inches in diameter', 'repair the eroded channel'),
      ...at(0, 'next', '03/2028'),
    ],
  },
  {
    name: 'minutes of a walkdown of a powerhouse and dam',
    kind: 'DAM_INSPECTION',
    pages: [
      `Minutes: annual walkdown at Coldwater Falls Dam

Date of walkdown: May 6, 2026
Present: plant manager, chief dam safety engineer

1. Left abutment: seepage of 3 gpm was measured at the weir, unchanged from 2025.
2. Gate 2 was seen to leak at its lower seal.
3. Action: replace the lower seal of Gate 2 by October 2026 (plant manager).
4. Hazard potential classification remains High.
5. Next walkdown: May 2027.`,
    ],
    stated: [
      ...at(0, 'structure', 'Coldwater Falls Dam'),
      ...at(0, 'inspected', 'May 6, 2026'),
      ...at(0, 'hazard', 'High'),
      ...at(
        0,
        'finding',
        'seepage of 3 gpm was measured at the weir, unchanged from 2025',
        'Gate 2 was seen to leak at its lower seal',
      ),
      ...at(0, 'recommendation', 'replace the lower seal of Gate 2 by October 2026'),
      ...at(0, 'next', 'May 2027'),
    ],
  },
  {
    name: 'a lease option, which is no PPA',
    kind: 'PPA_ANALYSIS',
    pages: [
      `OPTION AND LEASE AGREEMENT FOR SOLAR ENERGY

Landowner: Estate of M. Delacroix
Developer: Heron Marsh Solar LLC
Option Term: three (3) years from January 5, 2025, for an option payment of $25 per acre
Lease Term: thirty (30) years from commercial operation
Rent: $1,400 per acre, escalating at 1.5% per year
Restoration bond: $300,000`,
    ],
    stated: [],
  },
]
