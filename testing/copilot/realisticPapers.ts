import type { SummaryKind } from '../../server/modules/copilot/index.ts'
import type { Stated } from './terms.ts'

// Papers as they lie in deal rooms, with what they state beside what is superseded, excluded, proposed or somebody
// else's. The extractor was improved by them.

export interface RealisticPaper {
  name: string
  kind: SummaryKind
  pages: readonly string[]
  /** What a person who knows the trade reads out of it, each with the page. */
  stated: readonly Stated[]
}

const at = (page: number, field: string, ...values: string[]): Stated[] =>
  values.map((value) => ({ field, value, page }))

export const REALISTIC_PAPERS: readonly RealisticPaper[] = [
  {
    name: 'an amended and restated PPA',
    kind: 'PPA_ANALYSIS',
    pages: [
      `AMENDED AND RESTATED POWER PURCHASE AGREEMENT

This Amended and Restated Power Purchase Agreement is entered into as of March 4, 2026, by and between Cedar Ridge Solar I, LLC, a
Delaware limited liability company ("Seller"), and Ozark Electric Cooperative, Inc., a Missouri cooperative corporation ("Buyer").

RECITALS
A. Seller and Buyer are parties to a Power Purchase Agreement dated August 12, 2023 (the "Original Agreement"), under which the
price was $47.25 per MWh.
B. The Parties wish to amend and restate the Original Agreement in its entirety.`,
      `ARTICLE 4. PRICE

4.1 Contract Price. Buyer shall pay Seller for Delivered Energy a Contract Price of $43.80 per MWh, which replaces the price of
$47.25 per MWh under the Original Agreement.
4.2 No Escalation. The Contract Price is not subject to escalation. The 1.75% escalator of the Original Agreement is deleted.
4.3 Excess Energy. For energy above 110% of the Expected Annual Production Buyer shall pay $21.90 per MWh.`,
      `ARTICLE 7. DELIVERY

7.1 Delivery Point. The Delivery Point is the 138 kV bus of the
Cedar Ridge substation.
7.2 Delivery Term. The Delivery Term is eighteen (18) years from the Commercial Operation Date. Buyer may extend it by five (5)
years with notice of twelve months.
7.3 Guaranteed Commercial Operation Date. The Guaranteed Commercial Operation Date is October 31, 2027.

ARTICLE 9. CREDIT
9.1 Seller shall provide Development Security of $60 per kW of the Contract Capacity, and Delivery Term Security of $110 per kW.`,
    ],
    stated: [
      ...at(0, 'seller', 'Cedar Ridge Solar I, LLC'),
      ...at(0, 'buyer', 'Ozark Electric Cooperative, Inc.'),
      ...at(1, 'price', '$43.80 per MWh'),
      ...at(1, 'escalator', 'No Escalation'),
      ...at(2, 'settlement', '138 kV bus of the Cedar Ridge substation'),
      ...at(2, 'term', 'eighteen (18) years'),
      ...at(2, 'cod', 'October 31, 2027'),
      ...at(2, 'security', '$60 per kW', '$110 per kW'),
    ],
  },
  {
    name: 'a virtual PPA with a corporate buyer',
    kind: 'PPA_ANALYSIS',
    pages: [
      `VIRTUAL POWER PURCHASE AGREEMENT
between
Lantern Creek Wind Farm LLC
as Seller
and
Halvorsen Foods Corporation
as Buyer

Dated as of January 20, 2026`,
      `"Fixed Price" means $38.15 per MWh for each MWh of Metered Output, escalating at 2.0% per annum from the first anniversary of COD.
"Floating Price" means the real-time locational marginal price at the Settlement Point.
"Settlement Point" means the MISO Minnesota Hub.
"Settlement Term" means fifteen (15) years beginning on COD.
"Target COD" means June 1, 2028. "Outside COD" means March 1, 2029.`,
      `Buyer Credit Support. Halvorsen Parent Holdings AG shall deliver a parent guaranty of $9,500,000.
Seller Credit Support. Seller shall post a letter of credit of $6,000,000 until COD.

Limitation of liability. Neither Party is liable for more than $30,000,000.`,
    ],
    stated: [
      ...at(0, 'seller', 'Lantern Creek Wind Farm LLC'),
      ...at(0, 'buyer', 'Halvorsen Foods Corporation'),
      ...at(1, 'price', '$38.15 per MWh'),
      ...at(1, 'escalator', '2.0%'),
      ...at(1, 'settlement', 'MISO Minnesota Hub'),
      ...at(1, 'term', 'fifteen (15) years'),
      ...at(1, 'cod', 'June 1, 2028'),
      ...at(2, 'security', '$9,500,000', '$6,000,000'),
    ],
  },
  {
    name: 'a municipal PPA with a price schedule',
    kind: 'PPA_ANALYSIS',
    pages: [
      `POWER PURCHASE AGREEMENT

THIS AGREEMENT is made between the City of Granbury, a Texas municipality (the "Purchaser"), and Blue Stem Storage and Solar LP
(the "Provider").

Section 1. Term. This Agreement has a term of twenty-five (25) years from the Commercial Operation Date, and no renewal term.
Section 2. Commercial Operation. Provider shall achieve commercial operation no later than December 15, 2027.
Section 3. Point of Delivery. The Point of Delivery is the Purchaser's Lakeside Switching Station.`,
      `Schedule B - Energy Rate

Contract Year\tEnergy Rate ($/MWh)
1\t51.20
2\t52.22
3\t53.27

The Energy Rate for the first Contract Year is $51.20 per MWh and increases by 2% each Contract Year.
Test energy is paid at $20.00 per MWh.
Performance Security: a surety bond of $3,250,000.`,
    ],
    stated: [
      ...at(0, 'buyer', 'City of Granbury'),
      ...at(0, 'seller', 'Blue Stem Storage and Solar LP'),
      ...at(0, 'term', 'twenty-five (25) years'),
      ...at(0, 'cod', 'December 15, 2027'),
      ...at(0, 'settlement', 'Lakeside Switching Station'),
      ...at(1, 'price', '$51.20 per MWh'),
      ...at(1, 'escalator', '2%'),
      ...at(1, 'security', '$3,250,000'),
    ],
  },
  {
    name: 'a memorandum on a price that is still negotiated',
    kind: 'PPA_ANALYSIS',
    pages: [
      `MEMORANDUM

To: Investment Committee
Re: Offtake of Tamarack Flats Solar, LLC

Tamarack Flats Solar, LLC, as seller, and Northern Lights Power District, as buyer, signed the power purchase agreement on May 2, 2026. The
term is 20 years from commercial operation, which is expected by September 30, 2028.
Seller has proposed a price of $44.50 per MWh; the buyer's counteroffer would be $41.00 per MWh. The price is to be agreed.
Energy is delivered at the Rolette 230 kV substation.`,
    ],
    stated: [
      ...at(0, 'seller', 'Tamarack Flats Solar, LLC'),
      ...at(0, 'buyer', 'Northern Lights Power District'),
      ...at(0, 'term', '20 years'),
      ...at(0, 'cod', 'September 30, 2028'),
      ...at(0, 'settlement', 'Rolette 230 kV substation'),
    ],
  },
  {
    name: 'the usual certificate of liability insurance',
    kind: 'INSURANCE',
    pages: [
      `CERTIFICATE OF LIABILITY INSURANCE\tDATE (MM/DD/YYYY) 02/11/2026

PRODUCER
Ridgeway Brokers, Inc.

INSURED\tINSURER(S) AFFORDING COVERAGE\tNAIC #
Cedar Ridge Solar I, LLC\tINSURER A : Summit Casualty Company\t10127
88 Quarry Road\tINSURER B : Atlantic Mutual Insurance Company\t22845
Rolla, MO 65401\tINSURER C : Beacon Specialty Insurance Company\t39217

COVERAGES
INSR LTR\tTYPE OF INSURANCE\tPOLICY NUMBER\tPOLICY EFF\tPOLICY EXP\tLIMITS
A\tCOMMERCIAL GENERAL LIABILITY\tCGL 55210-26\t02/15/2026\t02/15/2027\tEACH OCCURRENCE $ 2,000,000
GENERAL AGGREGATE $ 4,000,000
B\tAUTOMOBILE LIABILITY\tCAP 8810442\t02/15/2026\t02/15/2027\tCOMBINED SINGLE LIMIT $ 1,000,000
C\tUMBRELLA LIAB\tUMB 7719003\t02/15/2026\t02/15/2027\tEACH OCCURRENCE $ 15,000,000
AGGREGATE $ 15,000,000
B\tWORKERS COMPENSATION\tWC 4410987\t02/15/2026\t02/15/2027\tE.L. EACH ACCIDENT $ 1,000,000

CERTIFICATE HOLDER
First Prairie Bank, N.A.`,
    ],
    stated: [
      ...at(
        0,
        'insurer',
        'Summit Casualty Company',
        'Atlantic Mutual Insurance Company',
        'Beacon Specialty Insurance Company',
      ),
      ...at(0, 'insured', 'Cedar Ridge Solar I, LLC'),
      ...at(0, 'policy', 'CGL 55210-26', 'CAP 8810442', 'UMB 7719003', 'WC 4410987'),
      ...at(0, 'effective', '02/15/2026'),
      ...at(0, 'expiration', '02/15/2027'),
      ...at(0, 'limit', '$ 2,000,000', '$ 4,000,000', '$ 1,000,000', '$ 15,000,000'),
    ],
  },
  {
    name: 'an evidence of property insurance',
    kind: 'INSURANCE',
    pages: [
      `EVIDENCE OF COMMERCIAL PROPERTY INSURANCE

Named Insured: Lantern Creek Wind Farm LLC
Company: Granite State Insurance Company
Policy Number: CPP-0044192-07
Effective Date: 05/01/2026
Expiration Date: 05/01/2027

COVERAGE INFORMATION
Commercial property coverage amount of insurance: $212,500,000
Deductible: $500,000
Business interruption limit: $18,400,000
Flood sublimit: $25,000,000, deductible $1,000,000
Earthquake is excluded.`,
    ],
    stated: [
      ...at(0, 'insured', 'Lantern Creek Wind Farm LLC'),
      ...at(0, 'insurer', 'Granite State Insurance Company'),
      ...at(0, 'policy', 'CPP-0044192-07'),
      ...at(0, 'effective', '05/01/2026'),
      ...at(0, 'expiration', '05/01/2027'),
      ...at(0, 'limit', '$212,500,000', '$18,400,000', '$25,000,000'),
    ],
  },
  {
    name: 'a letter of a broker that renews cover',
    kind: 'INSURANCE',
    pages: [
      `Ridgeway Brokers, Inc.

March 3, 2026

Re: Blue Stem Storage and Solar LP - renewal of builder's risk

We confirm that cover for Blue Stem Storage and Solar LP was bound with Meridian Assurance Company under policy number BR-2026-00913. The
policy period is March 1, 2026 to March 1, 2027; the former policy BR-2025-00411 expired on March 1, 2026.
The limit of liability is $96,000,000 per occurrence. The proposed increase to $120,000,000 was declined by the underwriters.
The premium is $411,000.`,
    ],
    stated: [
      ...at(0, 'insured', 'Blue Stem Storage and Solar LP'),
      ...at(0, 'insurer', 'Meridian Assurance Company'),
      ...at(0, 'policy', 'BR-2026-00913'),
      ...at(0, 'effective', 'March 1, 2026'),
      ...at(0, 'expiration', 'March 1, 2027'),
      ...at(0, 'limit', '$96,000,000'),
    ],
  },
  {
    name: 'declarations of an excess policy',
    kind: 'INSURANCE',
    pages: [
      `COMMERCIAL EXCESS LIABILITY DECLARATIONS

Policy No.: XL-330918-02
Renewal of: XL-330918-01

Item 1. Named Insured: Tamarack Flats Solar, LLC
Item 2. Policy Period: From July 1, 2026 To July 1, 2027
Item 3. Limits of Insurance
Each Occurrence Limit: $25,000,000
Aggregate Limit: $25,000,000
Item 4. Self-insured retention: $10,000
Item 5. Premium: $88,000

Issued by Harbor Point Indemnity Company`,
    ],
    stated: [
      ...at(0, 'policy', 'XL-330918-02'),
      ...at(0, 'insured', 'Tamarack Flats Solar, LLC'),
      ...at(0, 'effective', 'July 1, 2026'),
      ...at(0, 'expiration', 'July 1, 2027'),
      ...at(0, 'limit', '$25,000,000'),
      ...at(0, 'insurer', 'Harbor Point Indemnity Company'),
    ],
  },
  {
    name: 'a schedule of a programme of insurance',
    kind: 'INSURANCE',
    pages: [
      `INSURANCE SCHEDULE
Insured: Pine Hollow Hydro Associates, L.P.; Pine Hollow Operating Company, LLC

Coverage\tInsurer\tPolicy Number\tEffective\tExpiration\tLimit
General liability\tKeystone Insurance Company\tKGL-77120\t04/01/2026\t04/01/2027\t$1,000,000
Excess liability\tOld Harbour Underwriters\tOHX-99310\t04/01/2026\t04/01/2027\t$10,000,000
Property\tKeystone Insurance Company\tKPR-77121\t06/01/2026\t06/01/2027\t$48,000,000`,
    ],
    stated: [
      ...at(0, 'insured', 'Pine Hollow Hydro Associates, L.P.', 'Pine Hollow Operating Company, LLC'),
      ...at(0, 'insurer', 'Keystone Insurance Company', 'Old Harbour Underwriters'),
      ...at(0, 'policy', 'KGL-77120', 'OHX-99310', 'KPR-77121'),
      ...at(0, 'effective', '04/01/2026', '06/01/2026'),
      ...at(0, 'expiration', '04/01/2027', '06/01/2027'),
      ...at(0, 'limit', '$1,000,000', '$10,000,000', '$48,000,000'),
    ],
  },
  {
    name: 'a periodic inspection of a dam',
    kind: 'DAM_INSPECTION',
    pages: [
      `PERIODIC DAM SAFETY INSPECTION REPORT

Name of Dam: Pine Hollow Dam
Hazard Potential Classification: Significant (reclassified from Low in 2018)
Date of Inspection: April 22, 2026
Date of Last Inspection: April 30, 2024
Owner: Pine Hollow Hydro Associates, L.P.`,
      `OBSERVATIONS

1. Seepage of about 3 gallons per minute was observed at the left groin.
2. The concrete of the spillway chute is spalled at two joints.
3. No cracks were observed on the crest.

RECOMMENDATIONS

1. Install a weir at the left groin and read it monthly.
2. Repair the spalled joints of the spillway chute before November 2026.

The next inspection is due in April 2028.`,
    ],
    stated: [
      ...at(0, 'structure', 'Pine Hollow Dam'),
      ...at(0, 'hazard', 'Significant'),
      ...at(0, 'inspected', 'April 22, 2026'),
      ...at(
        1,
        'finding',
        'Seepage of about 3 gallons per minute was observed at the left groin.',
        'The concrete of the spillway chute is spalled at two joints.',
        'No cracks were observed on the crest.',
      ),
      ...at(
        1,
        'recommendation',
        'Install a weir at the left groin and read it monthly.',
        'Repair the spalled joints of the spillway chute before November 2026.',
      ),
      ...at(1, 'next', 'April 2028'),
    ],
  },
  {
    name: 'a letter of a state on a dam',
    kind: 'DAM_INSPECTION',
    pages: [
      `DEPARTMENT OF NATURAL RESOURCES
Dam Safety Section

June 18, 2026

Dear Owner:

On June 9, 2026 our staff inspected Fallen Oak Reservoir Dam. The dam is classified as a high hazard potential structure.

Findings
- Trees of up to 8 inches in diameter were found on the downstream slope.
- The low-level outlet gate could not be operated.

You are directed to:
- Remove all trees from the embankment by October 1, 2026.
- Repair the outlet gate and test it over its full travel.

The dam will be inspected again in June 2027.`,
    ],
    stated: [
      ...at(0, 'structure', 'Fallen Oak Reservoir Dam'),
      ...at(0, 'hazard', 'high hazard potential'),
      ...at(0, 'inspected', 'June 9, 2026'),
      ...at(
        0,
        'finding',
        'Trees of up to 8 inches in diameter were found on the downstream slope.',
        'The low-level outlet gate could not be operated.',
      ),
      ...at(
        0,
        'recommendation',
        'Remove all trees from the embankment by October 1, 2026.',
        'Repair the outlet gate and test it over its full travel.',
      ),
      ...at(0, 'next', 'June 2027'),
    ],
  },
  {
    name: 'a consultant’s inspection in prose',
    kind: 'DAM_INSPECTION',
    pages: [
      `ANNUAL INSPECTION OF STONEBRIDGE EMBANKMENT

Stonebridge Embankment was inspected on September 16, 2026 by two engineers of this office. It is regulated as a low hazard
structure; until 2015 it was considered to have a high hazard potential.

Condition. Minor erosion was noted along the upstream shoreline near station 6+00, and rodent burrows were observed at the toe.
The principal spillway was clear.`,
      `Recommendations
(a) Fill the burrows with compacted soil.
(b) Place riprap along the eroded shoreline.
(c) Continue to mow the slopes twice a year.

A follow-up inspection should be scheduled for September 2027.`,
    ],
    stated: [
      ...at(0, 'structure', 'Stonebridge Embankment'),
      ...at(0, 'hazard', 'low hazard'),
      ...at(0, 'inspected', 'September 16, 2026'),
      ...at(
        0,
        'finding',
        'Minor erosion was noted along the upstream shoreline near station 6+00, and rodent burrows were observed at the toe.',
        'The principal spillway was clear.',
      ),
      ...at(
        1,
        'recommendation',
        'Fill the burrows with compacted soil.',
        'Place riprap along the eroded shoreline.',
        'Continue to mow the slopes twice a year.',
      ),
      ...at(1, 'next', 'September 2027'),
    ],
  },
  {
    name: 'a draft confirmation',
    kind: 'PPA_ANALYSIS',
    pages: [
      `DRAFT OF MAY 11, 2026 - NOT FOR EXECUTION

CONFIRMATION

Seller: Lantern Creek Wind Farm LLC
Buyer: Halvorsen Foods Corporation
Price: $37.40/MWh
Term: 15 years
Delivery Point: MISO Minnesota Hub`,
    ],
    stated: [],
  },
]
