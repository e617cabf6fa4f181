//! Encryption of connections: `sslmode`, as for PostgreSQL's own programs.

use ::postgres::config::SslMode;
use ::postgres::{Client, Config, Error, NoTls};

use super::super::StoreError;

/// The `sslmode` of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TlsMode {
    /// `disable`, `allow`: no encryption.
    Plain,
    /// `prefer`, the default: encrypted if both sides can.
    Prefer,
    /// `require`: encrypted, with any server.
    Require,
    /// `verify-ca`: the server needs a certificate of an authority.
    VerifyAuthority,
    /// `verify-full`: for the host name of the address, too.
    VerifyAll,
}

/// The mode of an address, and the address without it: the library supports fewer modes.
pub fn mode(address: &str) -> Result<(TlsMode, String), StoreError> {
    let given = address.split_once('?').and_then(|(_, parameters)| {
        parameters.split('&').rev().find_map(|parameter| parameter.strip_prefix("sslmode=")).map(str::to_owned)
    });
    let environment = || std::env::var("PGSSLMODE").ok().filter(|mode| !mode.is_empty());
    let mode = match given.or_else(environment).as_deref() {
        None | Some("prefer") => TlsMode::Prefer,
        Some("disable" | "allow") => TlsMode::Plain,
        Some("require") => TlsMode::Require,
        Some("verify-ca") => TlsMode::VerifyAuthority,
        Some("verify-full") => TlsMode::VerifyAll,
        Some(other) => {
            let sentence = "is not an sslmode; expected disable, allow, prefer, require, verify-ca or verify-full";
            return Err(StoreError(format!("{other:?} {sentence}")));
        }
    };
    Ok((mode, without_parameter(address)))
}

fn without_parameter(address: &str) -> String {
    let Some((place, parameters)) = address.split_once('?') else { return address.to_owned() };
    let others: Vec<&str> = parameters.split('&').filter(|parameter| !parameter.starts_with("sslmode=")).collect();
    if others.is_empty() { place.to_owned() } else { format!("{place}?{}", others.join("&")) }
}

#[cfg(not(feature = "postgres-tls"))]
impl TlsMode {
    /// Sets it in the library's configuration. An error if this build does not support it.
    pub fn prepare(self, config: &mut Config) -> Result<(), StoreError> {
        if matches!(self, TlsMode::Require | TlsMode::VerifyAuthority | TlsMode::VerifyAll) {
            let sentence = "this program was built without TLS for PostgreSQL: sslmode=require and stricter need \
                the feature postgres-tls (cargo build --features postgres-tls), or a tunnel and an address without it";
            return Err(StoreError(sentence.to_owned()));
        }
        config.ssl_mode(SslMode::Disable);
        Ok(())
    }

    /// Connects.
    pub fn connect(self, config: &Config) -> Result<Client, Error> {
        config.connect(NoTls)
    }
}

#[cfg(feature = "postgres-tls")]
impl TlsMode {
    /// Sets it in the library's configuration.
    pub fn prepare(self, config: &mut Config) -> Result<(), StoreError> {
        config.ssl_mode(match self {
            TlsMode::Plain => SslMode::Disable,
            TlsMode::Prefer => SslMode::Prefer,
            TlsMode::Require | TlsMode::VerifyAuthority | TlsMode::VerifyAll => SslMode::Require,
        });
        encryption::client(self).map(drop)
    }

    /// Connects.
    pub fn connect(self, config: &Config) -> Result<Client, Error> {
        match encryption::client(self) {
            Ok(client) if self != TlsMode::Plain => {
                config.connect(tokio_postgres_rustls::MakeRustlsConnect::new(client))
            }
            _ => config.connect(NoTls),
        }
    }
}

/// Verification of servers.
#[cfg(feature = "postgres-tls")]
mod encryption {
    use std::sync::Arc;

    use rustls::client::WebPkiServerVerifier;
    use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
    use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
    use rustls::pki_types::pem::PemObject;
    use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
    use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

    use super::super::super::StoreError;
    use super::TlsMode;

    /// The TLS configuration of a mode.
    pub fn client(mode: TlsMode) -> Result<ClientConfig, StoreError> {
        let wrong = |error: &dyn std::fmt::Display| StoreError(format!("TLS for the database: {error}"));
        let provider = Arc::new(ring::default_provider());
        let authorities = match mode {
            TlsMode::VerifyAuthority | TlsMode::VerifyAll => {
                let roots = Arc::new(authorities()?);
                let verifier = WebPkiServerVerifier::builder_with_provider(roots, Arc::clone(&provider));
                Some(verifier.build().map_err(|error| wrong(&error))?)
            }
            TlsMode::Plain | TlsMode::Prefer | TlsMode::Require => None,
        };
        let verifier = Verifier { authorities, any_name: mode != TlsMode::VerifyAll, provider: Arc::clone(&provider) };
        let builder = ClientConfig::builder_with_provider(provider);
        let builder = builder.with_safe_default_protocol_versions().map_err(|error| wrong(&error))?;
        let builder = builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier));
        Ok(builder.with_no_client_auth())
    }

    /// The authorities of `PGSSLROOTCERT`, or else those of the system.
    fn authorities() -> Result<RootCertStore, StoreError> {
        let mut roots = RootCertStore::empty();
        let given = std::env::var_os("PGSSLROOTCERT").filter(|path| path != "system");
        let certificates: Vec<CertificateDer> = match &given {
            Some(path) => CertificateDer::pem_file_iter(path)
                .and_then(Iterator::collect)
                .map_err(|error| StoreError(format!("PGSSLROOTCERT: {}: {error}", path.to_string_lossy())))?,
            None => rustls_native_certs::load_native_certs().certs,
        };
        roots.add_parsable_certificates(certificates);
        match roots.is_empty() {
            true => Err(StoreError("TLS for the database: no certificate authorities; set PGSSLROOTCERT".to_owned())),
            false => Ok(roots),
        }
    }

    /// Accepts what the mode allows: any certificate, one of an authority, or one that also has the right name.
    #[derive(Debug)]
    struct Verifier {
        authorities: Option<Arc<WebPkiServerVerifier>>,
        any_name: bool,
        provider: Arc<CryptoProvider>,
    }

    impl ServerCertVerifier for Verifier {
        fn verify_server_cert(
            &self,
            certificate: &CertificateDer<'_>,
            others: &[CertificateDer<'_>],
            name: &ServerName<'_>,
            response: &[u8],
            now: UnixTime,
        ) -> Result<ServerCertVerified, Error> {
            let Some(authorities) = &self.authorities else { return Ok(ServerCertVerified::assertion()) };
            match authorities.verify_server_cert(certificate, others, name, response, now) {
                Err(Error::InvalidCertificate(
                    CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
                )) if self.any_name => Ok(ServerCertVerified::assertion()),
                verdict => verdict,
            }
        }

        fn verify_tls12_signature(
            &self,
            message: &[u8],
            certificate: &CertificateDer<'_>,
            signed: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            verify_tls12_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
        }

        fn verify_tls13_signature(
            &self,
            message: &[u8],
            certificate: &CertificateDer<'_>,
            signed: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            verify_tls13_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
        }

        fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
            self.provider.signature_verification_algorithms.supported_schemes()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_read_and_taken_out() {
        for (address, expected, rest) in [
            ("postgres://me@host/db", TlsMode::Prefer, "postgres://me@host/db"),
            ("postgres://me@host/db?sslmode=disable", TlsMode::Plain, "postgres://me@host/db"),
            ("postgres://host/db?a=b&sslmode=verify-full&c=d", TlsMode::VerifyAll, "postgres://host/db?a=b&c=d"),
            ("postgres://host/db?sslmode=verify-ca", TlsMode::VerifyAuthority, "postgres://host/db"),
        ] {
            assert_eq!(mode(address), Ok((expected, rest.to_owned())), "{address}");
        }
        assert!(mode("postgres://host/db?sslmode=always").unwrap_err().0.contains("expected disable"));
    }

    #[cfg(not(feature = "postgres-tls"))]
    #[test]
    fn without_the_feature_encryption_is_an_error_that_names_it() {
        for required in [TlsMode::Require, TlsMode::VerifyAuthority, TlsMode::VerifyAll] {
            let error = required.prepare(&mut Config::new()).unwrap_err();
            assert!(error.0.contains("postgres-tls"), "{error}");
        }
        assert!(TlsMode::Prefer.prepare(&mut Config::new()).is_ok());
    }
}
