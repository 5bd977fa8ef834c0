/** What tests of billing share. */

/** A complete body of the billing information, in the seller's country. */
export const billingAddress = {
  name: "Ada Lovelace",
  addressLine1: "Herengracht 1",
  postalCode: "1015 BA",
  city: "Amsterdam",
  country: "NL",
};
