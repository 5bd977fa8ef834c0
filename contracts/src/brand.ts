/** The hosting company, as emails and the console name it. */
export const companyBrand = { name: "Boreal", company: "Boreal Cloud AB" } as const;
