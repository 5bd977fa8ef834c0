/** Countries for addresses, by their ISO 3166-1 codes. The console names them in the reader's language. */

const codes =
  "AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

export const countryCodes: readonly string[] = codes.split(" ");

/** Countries whose addresses need a postal code. */
const withPostalCode = new Set(
  "AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IT LI LT LU LV MT NL NO PL PT RO SE SI SK US CA AU JP".split(
    " ",
  ),
);
export const needsPostalCode = (country: string): boolean => withPostalCode.has(country);

const withRegion = new Set(["US", "CA", "AU"]);
/** Whether an address needs its state or province. */
export const needsRegion = (country: string): boolean => withRegion.has(country);
