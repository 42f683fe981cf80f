using 'secure.bicep'
param password = 'in plain text'
param plain = password
//@ [15-23) warning secure-params-in-parameters-file Insecure parameter 'plain' is assigned a value that references secure parameter(s) 'password', which could expose their values in deployment history.
